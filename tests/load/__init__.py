"""Measurements: strength, throughput, latency. Not collected by pytest."""

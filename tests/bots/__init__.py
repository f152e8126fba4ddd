"""Tests of bots: strategies, runner, statistics, models and their REST endpoint."""

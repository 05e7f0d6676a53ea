"""Where pytest finds the plugin.

A module at the top of its own, because pytest rewrites the assertions of all that is at the top of
a distribution with a plugin: that must not be the modules of stackproof.
"""

from stackproof.pytest_plugin import pytest_addoption, pytest_collect_file, pytest_configure

__all__ = ["pytest_addoption", "pytest_collect_file", "pytest_configure"]

#!/bin/bash
# shellcheck disable=SC2086
echo $1
# shellcheck shell=bash disable=SC2164
cd /tmp

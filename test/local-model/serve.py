"""Serves a model over HTTP with the server of llama.cpp, until it is ended. Prints its address."""

import signal
import sys

import xllamacpp

parameters = xllamacpp.CommonParams()
parameters.model.path = sys.argv[1]
parameters.n_ctx = 2048
parameters.n_parallel = 1
server = xllamacpp.Server(parameters)
print(server.listening_address, flush=True)
signal.pause()

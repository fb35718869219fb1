/** ONNX Runtime's WebAssembly build where it has no binary: slower, but the same models give the same answers. */
/* eslint-disable @typescript-eslint/no-require-imports -- transformers.js asks for it by require. */
"use strict";
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const runtime = require("onnxruntime-web");

// Without a place of its own, transformers.js would fetch the runtime from a network address.
runtime.env.wasm.wasmPaths = `${pathToFileURL(path.dirname(require.resolve("onnxruntime-web"))).href}/`;
// More threads need a worker for each, which outlives the model.
runtime.env.wasm.numThreads = 1;
module.exports = runtime;

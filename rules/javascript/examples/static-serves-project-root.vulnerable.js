const express = require("express");
app.use(express.static(__dirname)); // finding: static-serves-project-root
app.use("/files", express.static("./")); // finding: static-serves-project-root
app.use(express.static(path.join(__dirname, ".."))); // finding: static-serves-project-root
const root = __dirname;
app.use(express.static(process.cwd(), { index: false })); // finding: static-serves-project-root
fastify.register(fastifyStatic, { root: __dirname, prefix: "/" }); // finding: static-serves-project-root

const express = require("express");
app.use(express.static("public"));
app.use(express.static(path.join(__dirname, "public")));
app.use(express.static(`${__dirname}/dist`));
fastify.register(fastifyStatic, { root: path.join(__dirname, "public") });
app.use(express.json());

app.use((error, req, res, next) => {
  console.error(error.stack);
  logger.error({ stack: error.stack });
  res.status(500).json({ message: "Something went wrong" });
  res.status(500).json({ message: error.message });
  if (process.env.NODE_ENV !== "production") {
    res.json({ stack: error.stack });
  }
  res.json({ stack: layers.stack });
});

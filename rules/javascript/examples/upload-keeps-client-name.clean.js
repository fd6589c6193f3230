const storage = multer.diskStorage({
  destination: "uploads",
  filename: (req, file, cb) => cb(null, crypto.randomUUID() + EXTENSIONS[file.mimetype]),
});

app.post("/upload", (req, res) => {
  const photo = req.files.photo;
  photo.mv(path.join("uploads", crypto.randomUUID()), done);
  fs.writeFileSync(path.join("uploads", req.file.filename), req.file.buffer);
  log.info(req.file.originalname);
  cb(null, file.originalname);
});

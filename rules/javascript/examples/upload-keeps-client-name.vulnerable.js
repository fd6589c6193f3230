const storage = multer.diskStorage({
  destination: "uploads",
  filename: (req, file, cb) => cb(null, file.originalname), // finding: upload-keeps-client-name
});

app.post("/upload", (req, res) => {
  const photo = req.files.photo;
  photo.mv("uploads/" + photo.name, done); // finding: upload-keeps-client-name
  photo.mv(path.join(__dirname, "uploads", photo.name)); // finding: upload-keeps-client-name
  fs.renameSync(`uploads/${req.file.originalname}`, target); // finding: upload-keeps-client-name
  fs.writeFileSync(path.join("uploads", req.file.originalname), req.file.buffer); // finding: upload-keeps-client-name
});

const html = template(data, { allowProtoMethodsByDefault: true }); // finding: handlebars-prototype-access
const options = { allowProtoPropertiesByDefault: true }; // finding: handlebars-prototype-access
app.engine("hbs", engine({ handlebars: allowInsecurePrototypeAccess(Handlebars) })); // finding: handlebars-prototype-access
app.engine("handlebars", engine({
  runtimeOptions: { allowProtoPropertiesByDefault: true }, // finding: handlebars-prototype-access
}));

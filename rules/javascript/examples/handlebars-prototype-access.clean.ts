const html = template(data, { allowProtoMethodsByDefault: false });
const plain = template(document.toObject());
app.engine("hbs", engine({ handlebars: Handlebars }));
const options = { allowedProtoProperties: { name: true } };

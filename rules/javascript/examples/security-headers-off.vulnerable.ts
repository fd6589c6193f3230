import helmet from "helmet";

app.use(helmet({ contentSecurityPolicy: false })); // finding: security-headers-off
app.use(helmet({ hsts: false, noSniff: true })); // finding: security-headers-off
server.use(helmet({ frameguard: false })); // finding: security-headers-off
app.use(helmet({ crossOriginEmbedderPolicy: true, xContentTypeOptions: false })); // finding: security-headers-off

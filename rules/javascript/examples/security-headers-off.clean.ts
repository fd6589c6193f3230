import helmet from "helmet";

app.use(helmet());
app.use(helmet({ contentSecurityPolicy: { directives: { defaultSrc: ["'self'"] } } }));
app.use(helmet({ crossOriginEmbedderPolicy: false }));
app.use(other({ contentSecurityPolicy: false }));

const development = process.env.NODE_ENV === "development";
const server = new ApolloServer({ typeDefs, resolvers, introspection: development });
app.use("/graphql", graphqlHTTP({ schema, graphiql: development }));
const other = new ApolloServer({ typeDefs, resolvers });
const form = render({ playground: true });

const server = new ApolloServer({ typeDefs, resolvers, introspection: true }); // finding: graphql-explorer-on
app.use("/graphql", graphqlHTTP({ schema, graphiql: true })); // finding: graphql-explorer-on

@Module({
  imports: [GraphQLModule.forRoot({ autoSchemaFile: true, playground: true })], // finding: graphql-explorer-on
})
export class AppModule {}

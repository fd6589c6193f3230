import jwt from "jsonwebtoken";

const SECRET = "not-a-real-secret";
export const issue = (user: User) => jwt.sign({ sub: user.id }, "not-a-real-secret"); // finding: jwt-key-literal
export const read = (token: string) => jwt.verify(token, SECRET); // finding: jwt-key-literal
export const fallback = (user: User) =>
  jwt.sign({ sub: user.id }, process.env.JWT_KEY || "not-a-real-secret"); // finding: jwt-key-literal

@Module({
  imports: [JwtModule.register({ secret: "not-a-real-secret" })], // finding: jwt-key-literal
})
export class AuthModule {}

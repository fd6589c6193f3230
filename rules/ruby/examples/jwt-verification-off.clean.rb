claims = JWT.decode(token, key, true, { algorithm: "HS256" })
other = JWT.decode(token, key, true, algorithms: ["RS256"])
made = JWT.encode({ sub: 1 }, key, "HS256")
text = Base64.decode(token, nil, false)

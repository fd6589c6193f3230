"""What the vendors' published contracts say of a request; every breach is a sentence."""

CHAT = {"model", "messages", "max_tokens", "max_completion_tokens", "stream", "stream_options",
        "tools", "tool_choice", "parallel_tool_calls", "response_format", "stop", "seed"}
RESPONSES = {"model", "instructions", "input", "max_output_tokens", "tools", "tool_choice",
             "parallel_tool_calls", "text", "store", "stream", "truncation", "reasoning"}
MESSAGES = {"model", "max_tokens", "system", "messages", "tools", "tool_choice", "output_config",
            "stream", "stop_sequences", "thinking"}


EMBEDDINGS = {"model", "input", "encoding_format", "dimensions", "user"}


def check(api, key, path, headers, body):
    """The breaches of one request."""
    broken = []
    if not headers.get("Content-Type", "").startswith("application/json"):
        broken.append("the content type is not JSON")
    if not isinstance(body, dict):
        return broken + ["the body is no JSON object"]
    for name in ("temperature", "top_p", "top_k"):
        if name in body:
            broken.append(f"{name} was not configured")
    if not isinstance(body.get("model"), str) or not body["model"]:
        broken.append("no model")
    if "stream" in body and not isinstance(body["stream"], bool):
        broken.append("stream is no Boolean")
    if api == "embeddings":
        return broken + embeddings(key, path, headers, body)
    part = {"openai-chat": chat, "openai-responses": responses, "anthropic": messages}[api]
    return broken + part(key, path, headers, body)


def unknown(body, known):
    return [f"unknown parameter: {name}" for name in sorted(set(body) - known)
            if name not in ("temperature", "top_p", "top_k")]


def bearer(key, headers):
    if key and headers.get("Authorization") != f"Bearer {key}":
        return ["the key is not in Authorization"]
    return []


def bound(value):
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def turns(items, roles, system):
    broken = []
    if not isinstance(items, list) or not items:
        return ["no turns"]
    for item in items:
        if not isinstance(item, dict) or item.get("role") not in roles:
            broken.append("a turn without a role")
        elif not isinstance(item.get("content"), (str, list)):
            broken.append("a turn without content")
    spoken = [item for item in items if item.get("role") not in system]
    if not spoken or spoken[-1].get("role") != "user":
        broken.append("the last turn is not the user's")
    return broken


def schema(value):
    """Strict schemas demand all members and no others."""
    if not isinstance(value, dict) or value.get("type") != "object":
        return ["the schema is no object"]
    if value.get("additionalProperties") is not False:
        return ["a strict schema without additionalProperties: false"]
    if sorted(value.get("required", [])) != sorted(value.get("properties", {})):
        return ["a strict schema that does not require all"]
    return []


def functions(tools, nested):
    broken = []
    for tool in tools:
        if tool.get("type") != "function":
            broken.append("a tool that is no function")
        function = tool.get("function", {}) if nested else tool
        if not isinstance(function.get("name"), str):
            broken.append("a function without a name")
        if not isinstance(function.get("parameters"), dict):
            broken.append("a function without parameters")
        elif function.get("strict"):
            broken += schema(function["parameters"])
    return broken


def chat(key, path, headers, body):
    broken = unknown(body, CHAT) + bearer(key, headers)
    if path != "/v1/chat/completions":
        broken.append(f"no such path: {path}")
    broken += turns(body.get("messages"), {"system", "developer", "user", "assistant", "tool"},
                    {"system", "developer"})
    bounds = [name for name in ("max_tokens", "max_completion_tokens") if name in body]
    if len(bounds) != 1 or not bound(body[bounds[0]]):
        broken.append("the most tokens of the answer are not stated once")
    if "stream_options" in body and not body.get("stream"):
        broken.append("stream_options without a stream")
    broken += functions(body.get("tools", []), nested=True)
    if "tool_choice" in body and not body.get("tools"):
        broken.append("tool_choice without tools")
    choice = body.get("tool_choice")
    if isinstance(choice, dict) and choice.get("function", {}).get("name") not in [
            tool["function"]["name"] for tool in body.get("tools", [])]:
        broken.append("tool_choice names no tool")
    return broken


def responses(key, path, headers, body):
    broken = unknown(body, RESPONSES) + bearer(key, headers)
    if path != "/v1/responses":
        broken.append(f"no such path: {path}")
    if isinstance(body.get("input"), list):
        broken += turns(body["input"], {"system", "developer", "user", "assistant"},
                        {"system", "developer"})
    elif not isinstance(body.get("input"), str):
        broken.append("no input")
    if not bound(body.get("max_output_tokens")):
        broken.append("the most tokens of the answer are not stated")
    broken += functions(body.get("tools", []), nested=False)
    if body.get("text", {}).get("format", {}).get("type") == "json_schema":
        if not isinstance(body["text"]["format"].get("name"), str):
            broken.append("a format without a name")
        broken += schema(body["text"]["format"].get("schema"))
    return broken


def embeddings(key, path, headers, body):
    broken = unknown(body, EMBEDDINGS) + bearer(key, headers)
    if path != "/v1/embeddings":
        broken.append(f"no such path: {path}")
    texts = body.get("input")
    texts = [texts] if isinstance(texts, str) else texts
    if not isinstance(texts, list) or not texts or len(texts) > 2048:
        return broken + ["input is neither a text nor a list of at most 2048"]
    if not all(isinstance(text, str) and text for text in texts):
        broken.append("an input that is no text, or an empty one")
    if body.get("encoding_format", "float") not in ("float", "base64"):
        broken.append("an unknown encoding_format")
    return broken


def messages(key, path, headers, body):
    broken = unknown(body, MESSAGES)
    if path != "/v1/messages":
        broken.append(f"no such path: {path}")
    if headers.get("anthropic-version") not in ("2026-10-21", "2023-06-01"):
        broken.append("no anthropic-version")
    sent = [headers.get("x-api-key"), (headers.get("Authorization") or "")[len("Bearer "):]]
    if key and key not in sent:
        broken.append("the key is neither in x-api-key nor in Authorization")
    if not bound(body.get("max_tokens")):
        broken.append("max_tokens is required")
    broken += turns(body.get("messages"), {"user", "assistant"}, set())
    for tool in body.get("tools", []):
        if not isinstance(tool.get("name"), str) or not isinstance(tool.get("input_schema"), dict):
            broken.append("a tool without name or input_schema")
        elif tool.get("strict"):
            broken += schema(tool["input_schema"])
    choice = body.get("tool_choice")
    if choice is not None and choice.get("type") not in ("auto", "any", "tool", "none"):
        broken.append("an unknown tool_choice")
    return broken

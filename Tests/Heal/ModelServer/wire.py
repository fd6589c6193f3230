"""Answers in the formats of the vendors, whole or as streams of events."""
import json

STOPS = {
    "openai-chat": {"done": "stop", "tool": "tool_calls", "length": "length", "refusal": "stop",
                    "filtered": "content_filter"},
    "anthropic": {"done": "end_turn", "tool": "tool_use", "length": "max_tokens",
                  "refusal": "refusal", "filtered": "refusal"},
}


def error(api, content):
    if api == "anthropic":
        return json.dumps({"type": "error", "error": content, "request_id": "req_error"})
    return json.dumps({"error": {"param": None, "code": None, **content}})


def usage(script, size):
    """The tokens of a request of so many bytes and of its answer; None where they are not told."""
    if script.get("usage") is False:
        return None
    return size // 4, (len(script.get("text", "")) + len(json.dumps(script.get("tool", "")))) // 4


def reply(api, script, body, size):
    """The bytes of an answer and their content type."""
    text, call = script.get("text", ""), script.get("tool")
    stop = script.get("stop", "tool" if call else "done")
    counts = usage(script, size)
    make = {"openai-chat": chat, "openai-responses": responses, "anthropic": messages}[api]
    whole, events = make(text, call, stop, counts)
    if not body.get("stream") or script.get("stream") is False:
        return json.dumps(whole).encode(), "application/json"
    return "".join(events).encode(), "text/event-stream"


def vectors(axes, body):
    """One vector for each text: a dimension for each word, and one in which all are alike."""
    texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
    data = [{"object": "embedding", "index": index,
             "embedding": [float(axis in text) for axis in axes] + [0.1]}
            for index, text in enumerate(texts)]
    return json.dumps({"object": "list", "data": data, "model": body["model"],
                       "usage": {"prompt_tokens": 1, "total_tokens": 1}})


def pieces(text, size=7):
    return [text[start:start + size] for start in range(0, len(text), size)]


def data(value):
    return f"data: {json.dumps(value)}\n\n"


def chat(text, call, stop, counts):
    message = {"role": "assistant", "content": text or None}
    if stop == "refusal":
        message = {"role": "assistant", "content": None, "refusal": text}
    if call:
        message["tool_calls"] = [{"id": "call_1", "type": "function", "function": {
            "name": "propose_patch", "arguments": json.dumps(call)}}]
    whole = {"id": "chatcmpl-1", "object": "chat.completion", "model": "scripted", "choices": [
        {"index": 0, "message": message, "finish_reason": STOPS["openai-chat"][stop]}]}
    usage = counts and {"prompt_tokens": counts[0], "completion_tokens": counts[1],
                        "total_tokens": sum(counts)}
    if usage:
        whole["usage"] = usage

    def chunk(delta, finish=None):
        return data({"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "scripted",
                     "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})
    events = [chunk({"role": "assistant", "content": ""})]
    name = "refusal" if stop == "refusal" else "content"
    events += [chunk({name: piece}) for piece in pieces(text)]
    if call:
        events.append(chunk({"tool_calls": [{"index": 0, "id": "call_1", "type": "function",
                                             "function": {"name": "propose_patch",
                                                          "arguments": ""}}]}))
        events += [chunk({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]})
                   for piece in pieces(json.dumps(call))]
    events.append(chunk({}, STOPS["openai-chat"][stop]))
    if usage:
        events.append(data({"id": "chatcmpl-1", "choices": [], "usage": usage}))
    return whole, events + ["data: [DONE]\n\n"]


def responses(text, call, stop, counts):
    part = {"type": "refusal", "refusal": text} if stop == "refusal" else {
        "type": "output_text", "text": text, "annotations": []}
    output = [{"type": "reasoning", "id": "rs_1", "summary": []}]
    if text:
        output.append({"type": "message", "id": "msg_1", "role": "assistant", "content": [part]})
    if call:
        output.append({"type": "function_call", "call_id": "call_1", "name": "propose_patch",
                       "arguments": json.dumps(call), "status": "completed"})
    whole = {"id": "resp_1", "object": "response", "model": "scripted", "output": output,
             "status": "completed", "error": None, "incomplete_details": None}
    if stop in ("length", "filtered"):
        whole["status"] = "incomplete"
        whole["incomplete_details"] = {
            "reason": "max_output_tokens" if stop == "length" else "content_filter"}
    if counts:
        whole["usage"] = {"input_tokens": counts[0], "output_tokens": counts[1],
                          "total_tokens": sum(counts)}
    events = [data({"type": "response.created", "response": {"id": "resp_1"}})]
    events += [data({"type": "response.output_text.delta", "delta": piece})
               for piece in pieces(text)]
    if call:
        events += [data({"type": "response.function_call_arguments.delta", "delta": piece})
                   for piece in pieces(json.dumps(call))]
    name = "incomplete" if whole["status"] == "incomplete" else "completed"
    return whole, events + [data({"type": f"response.{name}", "response": whole})]


def messages(text, call, stop, counts):
    content = [{"type": "thinking", "thinking": "", "signature": "x"}]
    if text:
        content.append({"type": "text", "text": text})
    if call:
        content.append({"type": "tool_use", "id": "toolu_1", "name": "propose_patch",
                        "input": call})
    whole = {"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted",
             "content": content, "stop_reason": STOPS["anthropic"][stop], "stop_sequence": None}
    if counts:
        whole["usage"] = {"input_tokens": counts[0], "output_tokens": counts[1]}

    def event(kind, **members):
        return f"event: {kind}\n" + data({"type": kind, **members})
    first = {**whole, "content": [], "stop_reason": None}
    if counts:
        first["usage"] = {"input_tokens": counts[0], "output_tokens": 1}
    events = [event("message_start", message=first), event("ping")]
    for index, block in enumerate(content):
        start = {**block, "text": ""} if block["type"] == "text" else {**block}
        if block["type"] == "tool_use":
            start["input"] = {}
        events.append(event("content_block_start", index=index, content_block=start))
        if block["type"] == "text":
            events += [event("content_block_delta", index=index,
                             delta={"type": "text_delta", "text": piece}) for piece in pieces(text)]
        if block["type"] == "tool_use":
            events += [event("content_block_delta", index=index,
                             delta={"type": "input_json_delta", "partial_json": piece})
                       for piece in pieces(json.dumps(call))]
        events.append(event("content_block_stop", index=index))
    delta = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    usage = {"usage": {"output_tokens": counts[1]}} if counts else {}
    return whole, events + [event("message_delta", delta=delta, **usage), event("message_stop")]

<?php
class UserController
{
    public function store(Request $request)
    {
        $user = User::create($request->all()); // finding: request-to-model-attributes
        $data = $request->all();
        $user->update($data); // finding: request-to-model-attributes
        $other = new User($request->all()); // finding: request-to-model-attributes
        $other->fill(request()->only('name'))->forceFill($request->all()); // finding: request-to-model-attributes
        return $other;
    }
}

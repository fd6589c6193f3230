<?php
class UserController
{
    public function store(StoreUser $request)
    {
        $user = User::create($request->validated());
        $user->update($request->only(['name', 'mail']));
        $user->fill(['name' => $request->input('name')]);
        Log::info('stored', $request->all());
        return User::create(['name' => $request->input('name')]);
    }
}

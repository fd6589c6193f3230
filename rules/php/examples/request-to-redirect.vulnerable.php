<?php
header('Location: ' . $_GET['next']); // finding: request-to-redirect
$target = $_REQUEST['return'] ?? '/';
header('Location: ' . $target); // finding: request-to-redirect
wp_redirect($_GET['redirect_to']); // finding: request-to-redirect

class LoginController
{
    public function after(Request $request)
    {
        return redirect($request->input('next')); // finding: request-to-redirect
    }

    public function leave(Request $request)
    {
        return new RedirectResponse($request->query->get('to')); // finding: request-to-redirect
    }
}

<?php
header('Location: /account');
header('Location: /search?q=' . urlencode($_GET['q']));
header('Location: item.php?id=' . $_GET['id']);
header('Location: ' . $targets[$_GET['next']]);
wp_safe_redirect($_GET['redirect_to']);
header('X-Next: ' . $_GET['next']);
$next = $_GET['next'];
if (!str_starts_with($next, '/') || str_starts_with($next, '//')) {
    $next = '/';
}
header('Location: ' . $next);
return redirect(route('item', [$request->input('id')]));
return redirect()->route('item', ['id' => $request->input('id')]);

<?php
register_rest_route('shop/v1', '/items', [
    'methods' => 'GET',
    'callback' => 'shop_list_items',
    'permission_callback' => '__return_true',
]);
register_rest_route('shop/v1', '/items', [
    'methods' => 'POST',
    'callback' => 'shop_store_item',
    'permission_callback' => fn () => current_user_can('edit_posts'),
]);
add_filter('shop_post', '__return_true');
register_setting('shop', 'items', ['methods' => 'POST', 'default' => '__return_true']);

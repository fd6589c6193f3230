<?php
register_rest_route('shop/v1', '/items', [ // finding: open-rest-route
    'methods' => 'POST',
    'callback' => 'shop_store_item',
    'permission_callback' => '__return_true',
]);
// finding below: open-rest-route
register_rest_route('shop/v1', '/items/(?P<id>\d+)', [
    'permission_callback' => '__return_true',
    'methods' => WP_REST_Server::DELETABLE,
    'callback' => 'shop_delete_item',
]);
$route = '/settings';
register_rest_route('shop/v1', $route, array( // finding: open-rest-route
    'methods' => WP_REST_Server::EDITABLE,
    'callback' => 'shop_save',
    'permission_callback' => '__return_true',
));

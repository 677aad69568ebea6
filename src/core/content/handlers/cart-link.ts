/** Addresses that put a product into the cart (WooCommerce, Easy Digital Downloads). */
const INTO_CART = /[?&](?:add-to-cart=|edd_action=add_to_cart)/;
/** Class of the button below a product of WooCommerce, whose words and address depend on what the product is. */
const BUY_BUTTON = /(?:^|\s)add_to_cart_button(?=\s|$)/;

/** Whether a link puts a product into the cart, or offers to choose which one. */
export function isCartLink(url: string, cls: string): boolean {
  return INTO_CART.test(url) || BUY_BUTTON.test(cls);
}

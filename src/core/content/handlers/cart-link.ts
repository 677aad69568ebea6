import { ROLE, type RoleSet } from '../../page/roles.ts';

/** Addresses that put a product into the cart (WooCommerce, Easy Digital Downloads). */
const INTO_CART = /[?&](?:add-to-cart=|edd_action=add_to_cart)/;

/** Whether a link puts a product into the cart, or offers to choose which one. */
export function isCartLink(url: string, roles: RoleSet): boolean {
  return INTO_CART.test(url) || roles.has(ROLE.cartButton);
}

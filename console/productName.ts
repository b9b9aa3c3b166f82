import { DEFAULT_PRODUCT_NAME } from "#shared/domain/brand.ts";

/** Name of the product, which the page carries. */
export const productName =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || DEFAULT_PRODUCT_NAME;

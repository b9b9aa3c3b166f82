import { DEFAULT_PRODUCT_NAME } from "#shared/domain/brand.ts";

/** Product name, which is embedded in the page. */
export const productName =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || DEFAULT_PRODUCT_NAME;

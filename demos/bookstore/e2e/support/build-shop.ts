import { startShop } from './shop.ts'

/** Builds the shop once, so that no two tests do. */
export default async function setup(): Promise<void> {
  const shop = await startShop()
  await shop.close()
}

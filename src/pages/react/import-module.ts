export function importModule(url: string): Promise<unknown> {
  return import(/* @vite-ignore */ url)
}

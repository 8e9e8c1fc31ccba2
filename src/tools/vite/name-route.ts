/** Returns the file of a page, or the method and the pattern of a route. */
export function nameRoute(route: {
  file?: string
  methods: readonly string[]
  pattern: string
}): string {
  return route.file ?? `${route.methods.join(', ')} ${route.pattern}`
}

/** How the browser came to the document. Not every environment of a test knows it. */
function navigationOf(): PerformanceNavigationTiming | undefined {
  return performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined
}

/**
 * Whether the browser may have restored the fields of the document: after Back, Forward or a reload, or because a closed tab
 * was opened again. What it restores may be the text of another person.
 */
export function isReturn(): boolean {
  return /back|reload/.test(navigationOf()?.type ?? '')
}

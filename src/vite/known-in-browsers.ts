/**
 * What React finds out about its browser when it starts, and what it finds in each browser that can run this package: the
 * client router needs `URL.parse()` of 2024, and all of these are older.
 *
 * React publishes its production version with readable names, so that they can be found. They are known from React 19.2
 * and 19.3. Where another version has other names, nothing is replaced, and React is only larger.
 */
export const knownInBrowsers: readonly (readonly [expression: RegExp, value: string])[] = [
  [
    /"function" === typeof (?:reportError|queueMicrotask|(?:clear|set)Timeout|Promise|WeakMap|Object\.is|performance\.now)\b/g,
    'true',
  ],
  [/"undefined" !== typeof (?:AbortController|MessageChannel)\b/g, 'true'],
  [/"object" === typeof performance\b/g, 'true'],
  // Only Node and Internet Explorer have it.
  [/"undefined" !== typeof setImmediate\b/g, 'false'],
  [readsOf('passiveBrowserEventsSupported'), 'true'],
  [readsOf('canUseCompositionEvent'), 'true'],
  [readsOf('isInputEventSupported'), 'true'],
  // Both are for Internet Explorer.
  [readsOf('useFallbackCompositionData'), 'false'],
  [readsOf('documentMode'), 'false'],
  // The events of animations and transitions have names without a prefix, so the table of prefixes is not used.
  [/"(?:Animation|Transition)Event" in window/g, 'true'],
  [/(?<=function getVendorPrefixedEventName\(eventName\) \{)/g, 'return eventName;'],
  [/(?<=: )(?=makePrefixMap\()/g, '/* @__PURE__ */ '],
]

/** Replaces what React asks its browser, so that a bundler leaves out what React does in old browsers and on servers. */
export function leaveOutOldBrowsers(code: string): string {
  return knownInBrowsers.reduce(
    (rest, [expression, value]) => rest.replace(expression, value),
    code,
  )
}

/** Finds where a variable is read, and not where it is assigned. */
function readsOf(name: string): RegExp {
  return new RegExp(`(?<![.\\w"])${name}\\b(?!\\s*=(?!=))`, 'g')
}

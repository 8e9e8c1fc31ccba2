// Taken before a test can fake timers.
const { setTimeout } = globalThis

/** Tries until a check passes, on every runtime. A check that still fails after two minutes never passes. */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  interval = 50,
): Promise<Result> {
  for (const end = performance.now() + 120_000; ;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > end) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, interval))
  }
}

import { explainNonJson } from '../internal/explain-non-json.ts'
import { isDataWithInit } from '../response/index.ts'
import type { ServerBuild } from './build.ts'

/** In development, throws if JSON would lose a part of a handler's return value. A `Response` is not checked. */
export function checkJson({ dev }: ServerBuild, result: unknown): void {
  if (!dev || result instanceof Response) return

  const loss = explainNonJson(isDataWithInit(result) ? result.data : result)
  if (loss) throw new TypeError(loss)
}

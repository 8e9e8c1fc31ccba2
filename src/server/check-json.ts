import { isResponse } from '../internal/exchange/is-fetch-object.ts'
import { explainNonJson } from '../internal/explain-non-json.ts'
import { isDataWithInit } from '../response/shared.ts'
import { explainLater } from '../response/shared.ts'
import type { ServerBuild } from './build.ts'

/** In development, throws if JSON would lose a part of a handler's return value. A `Response` is not checked. */
export function checkJson({ dev }: ServerBuild, result: unknown): void {
  if (!dev || isResponse(result)) return

  const loss = explainLoss(isDataWithInit(result) ? result.data : result)
  if (loss) throw new TypeError(loss)
}

function explainLoss(value: unknown): string | undefined {
  try {
    return explainNonJson(value)
  } catch (error) {
    throw explainLater(value) ?? error
  }
}

import { readInit } from './create-body-response.ts'

/** What {@link data} returns: a value for the page, with the status and headers of the response around it. */
export class DataWithInit<Data> {
  readonly data: Data
  readonly init: ResponseInit

  constructor(data: Data, init?: number | ResponseInit) {
    this.data = data
    this.init = readInit(init)
  }
}

/**
 * Gives a loader's or action's value a status and headers without making it a `Response`.
 *
 * @param value The value, as it would be returned alone
 * @param init A status, or status, status text and headers
 * @returns The pair of them, for the framework to unpack
 *
 * @example
 * return data({ errors }, { status: 422 })
 */
export function data<Data>(value: Data, init?: number | ResponseInit): DataWithInit<Data> {
  return new DataWithInit(value, init)
}

/** Whether `value` came from {@link data}. */
export function isDataWithInit(value: unknown): value is DataWithInit<unknown> {
  return value instanceof DataWithInit
}

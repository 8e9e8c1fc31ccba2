import { readInit } from './create-body-response.ts'

/** The result of {@link data}: data for the page, with the status and headers of its response. */
export class DataWithInit<Data> {
  readonly data: Data
  readonly init: ResponseInit

  constructor(data: Data, init?: number | ResponseInit) {
    this.data = data
    this.init = readInit(init)
  }
}

/**
 * Adds a status and headers to the data of a loader or an action, without creating a `Response`.
 *
 * @param value The data
 * @param init A status, or status, status text and headers
 * @returns Both together, for the framework
 *
 * @example
 * return data({ errors }, { status: 422 })
 */
export function data<Data>(value: Data, init?: number | ResponseInit): DataWithInit<Data> {
  return new DataWithInit(value, init)
}

/** Whether `value` is a result of {@link data}. */
export function isDataWithInit(value: unknown): value is DataWithInit<unknown> {
  return value instanceof DataWithInit
}

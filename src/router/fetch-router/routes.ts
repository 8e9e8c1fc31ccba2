/** The helpers for route maps, the same as in `framework/routes`. */
export * from '../routes/index.ts'

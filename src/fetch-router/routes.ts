/** The route-map helpers, for those who look for them beside the router: the same as `framework/routes`. */
export * from '../routes/index.ts'

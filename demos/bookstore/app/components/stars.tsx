/** A rating as stars, rounded to whole stars. */
export function Stars({ rating, count }: { rating: number; count?: number }) {
  if (count === 0) return <span className="stars none">No reviews yet</span>

  const full = Math.round(rating)
  const label = `${rating} of 5 stars${count === undefined ? '' : `, ${count === 1 ? '1 review' : `${count} reviews`}`}`

  return (
    <span className="stars">
      <span role="img" aria-label={label}>
        <span aria-hidden="true">
          {'★'.repeat(full)}
          <span className="empty">{'★'.repeat(5 - full)}</span>
        </span>
      </span>
      {count !== undefined && (
        <span className="count" aria-hidden="true">
          {count}
        </span>
      )}
    </span>
  )
}

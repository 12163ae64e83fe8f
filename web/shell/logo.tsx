/** Our logo: a signpost with two arms. */
export function SignpostLogo({ size = 18 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="currentColor" className="mark" aria-hidden="true">
      <path d="M14 3h4v27h-4z" />
      <path d="M6 6h17l5 4-5 4H6z" />
      <path d="M26 16H10l-5 4 5 4h16z" opacity=".65" />
    </svg>
  );
}

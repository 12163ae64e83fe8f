/** A rectangle on the screen. */
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const GAP = 12;

function areTouching(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** How far to move a box up, in pixels, so that it covers none of the bars; 0 if there is no such place on the screen. */
export function findLift(box: Box, bars: readonly Box[]): number {
  let lift = 0;
  for (const bar of bars.toSorted((one, other) => other.top - one.top)) {
    const lifted = { ...box, top: box.top - lift, bottom: box.bottom - lift };
    if (areTouching(lifted, bar)) lift = box.bottom - bar.top + GAP;
  }
  return box.top - lift < 0 ? 0 : lift;
}

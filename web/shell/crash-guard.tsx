import { Bug } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { useTexts } from '../lib/texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

function Crashed() {
  const t = useTexts('shell');
  return (
    <div className="page">
      <EmptyState
        icon={Bug}
        title={t.crashed}
        action={
          <Button kind="primary" onClick={() => location.reload()}>
            {t.reload}
          </Button>
        }
      >
        {null}
      </EmptyState>
    </div>
  );
}

/** An error boundary: a screen that throws, or whose code is gone from the server, does not break the others. */
export class CrashGuard extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    return this.state.hasCrashed ? <Crashed /> : this.props.children;
  }
}

// Package s3 is a store of generations in a bucket of Amazon S3, or of what speaks as that
// does.
package s3

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"shopclerk/search/index/depot"
)

// Store is a [depot.Store] below a prefix of a bucket.
type Store struct {
	client         *minio.Client
	bucket, prefix string
	stale          time.Duration // see staleTime
}

const (
	// retries is how often a request is sent at most. Whoever publishes or pulls tries again.
	retries = 3
	// answerTime is how long the store may take to begin an answer.
	answerTime = 15 * time.Second
	// partSize is in what parts large files are sent: 10,000 are allowed.
	partSize = 64 << 20
)

// New opens s3://BUCKET/PREFIX at an endpoint, such as https://s3.eu-central-1.amazonaws.com;
// a region that is empty is asked for. Credentials come from where Amazon's own programs have
// them: the environment, ~/.aws/credentials, or the machine's role. The bucket has to exist.
func New(target, endpoint, region string) (*Store, error) {
	at, err := url.Parse(target)
	if err != nil || at.Scheme != "s3" || at.Host == "" || at.RawQuery != "" || at.User != nil {
		return nil, fmt.Errorf("%q is no bucket: s3://BUCKET/PREFIX is", target)
	}
	to, err := url.Parse(endpoint)
	if err != nil || to.Host == "" || to.Scheme != "https" && to.Scheme != "http" {
		return nil, fmt.Errorf("%q is no endpoint: https://HOST or http://HOST is", endpoint)
	}
	transport, err := minio.DefaultTransport(to.Scheme == "https")
	if err != nil {
		return nil, err
	}
	transport.ResponseHeaderTimeout = answerTime
	client, err := minio.New(to.Host, &minio.Options{
		Secure: to.Scheme == "https", Region: region, MaxRetries: retries, Transport: transport,
		Creds: credentials.NewChainCredentials([]credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{}}),
	})
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", target, err)
	}
	prefix := strings.Trim(at.Path, "/")
	if prefix != "" {
		prefix += "/"
	}
	return &Store{client, at.Host, prefix, staleTime}, nil
}

// Get implements [depot.Store].
func (s *Store) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	o, err := s.client.GetObject(ctx, s.bucket, s.prefix+name, minio.GetObjectOptions{})
	if err == nil {
		if _, err = o.Stat(); err != nil { // the request is made here
			err = errors.Join(err, o.Close())
		}
	}
	var answer minio.ErrorResponse
	if errors.As(err, &answer) && answer.Code == minio.NoSuchKey {
		err = fmt.Errorf("%w: %w", depot.ErrNone, err)
	}
	if err != nil {
		return nil, err
	}
	return o, nil
}

// Put implements [depot.Store]. Parts that a publisher left that was killed are the
// bucket's to delete: give it a rule for incomplete uploads.
func (s *Store) Put(ctx context.Context, name string, content io.Reader, size int64) error {
	_, err := s.client.PutObject(ctx, s.bucket, s.prefix+name, content, size, minio.PutObjectOptions{PartSize: partSize, ContentType: "application/octet-stream"})
	return err
}

// List implements [depot.Store].
func (s *Store) List(ctx context.Context, prefix string) (out []depot.Entry, err error) {
	for o := range s.client.ListObjectsIter(ctx, s.bucket, minio.ListObjectsOptions{Prefix: s.prefix + prefix, Recursive: true}) {
		if o.Err != nil {
			return nil, o.Err
		}
		out = append(out, depot.Entry{Name: strings.TrimPrefix(o.Key, s.prefix), Size: o.Size, Modified: o.LastModified})
	}
	return out, nil
}

// Remove implements [depot.Store].
func (s *Store) Remove(ctx context.Context, name string) error {
	return s.client.RemoveObject(ctx, s.bucket, s.prefix+name, minio.RemoveObjectOptions{})
}

const (
	// marks are what publishers write to be alone: S3 has no locks, and not all that speak
	// as it does have conditions.
	marks = "publishing/"
	// staleTime is how long the mark of a publisher that was killed keeps others out: each
	// writes its mark anew in a sixth of that.
	staleTime = 30 * time.Second
)

// Claim implements [depot.Store]. Whoever writes a mark and then sees no other is alone:
// of two that write one, the later sees the earlier's, as S3 answers of what was written
// last. Who sees another takes its own back, and tries again at a time that is left to
// chance, for as long as it takes that a mark is nobody's. How old marks are is told by the
// store's clock.
func (s *Store) Claim(ctx context.Context) (context.Context, func() error, error) {
	mark := marks + rand.Text()
	for until := time.Now().Add(2 * s.stale); ; {
		alone, err := s.alone(ctx, mark)
		if alone {
			break
		}
		if removeErr := s.Remove(context.WithoutCancel(ctx), mark); err != nil || removeErr != nil {
			return nil, nil, fmt.Errorf("claiming it: %w", cmp.Or(err, removeErr)) // both say the same, as a rule
		}
		if time.Now().After(until) {
			return nil, nil, fmt.Errorf("publishing: %w", depot.ErrBusy)
		}
		some, err := rand.Int(rand.Reader, big.NewInt(int64(s.stale/6)))
		if err != nil {
			return nil, nil, err
		}
		select {
		case <-time.After(s.stale/12 + time.Duration(some.Int64())):
		case <-ctx.Done():
			return nil, nil, context.Cause(ctx)
		}
	}
	claimed, lose := context.WithCancelCause(ctx)
	var holding sync.WaitGroup
	holding.Go(func() { s.hold(claimed, mark, lose) })
	return claimed, func() error {
		lose(nil)
		holding.Wait()
		return s.Remove(context.WithoutCancel(ctx), mark)
	}, nil
}

// mark writes a mark: a byte, as not all stores take none.
func (s *Store) mark(ctx context.Context, mark string) error {
	return s.Put(ctx, mark, strings.NewReader("\n"), 1)
}

// alone writes a mark, and reports whether it is the only one that is anybody's.
func (s *Store) alone(ctx context.Context, mark string) (bool, error) {
	if err := s.mark(ctx, mark); err != nil {
		return false, err
	}
	all, err := s.List(ctx, marks)
	if err != nil {
		return false, err
	}
	var now time.Time
	for _, e := range all {
		if e.Name == mark {
			now = e.Modified
		}
	}
	for _, e := range all {
		if e.Name == mark {
			continue
		}
		if now.Sub(e.Modified) < s.stale {
			return false, nil
		}
		if err := s.Remove(ctx, e.Name); err != nil {
			return false, err
		}
	}
	return !now.IsZero(), nil
}

// hold writes a mark anew until ctx is done, and loses it where that fails for too long.
func (s *Store) hold(ctx context.Context, mark string, lose context.CancelCauseFunc) {
	ticks := time.NewTicker(s.stale / 6)
	defer ticks.Stop()
	for held := time.Now(); ; {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		began := time.Now()
		err := s.mark(ctx, mark)
		if err == nil && began.Sub(held) < s.stale {
			held = began
		} else if began.Sub(held) > s.stale/2 {
			lose(fmt.Errorf("the claim to publish was lost: %w", errors.Join(err, depot.ErrBusy)))
			return
		}
	}
}

import { JobRow } from "@/components/admin/job-row";
import { RowList } from "@/components/settings/row-list";
import { SettingsSection } from "@/components/settings/settings-section";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/lib/i18n";
import { useAllJobs } from "@/queries/admin";

export function JobsPage() {
  const say = useMessages("admin");
  const jobs = useAllJobs();
  const query = { ...jobs, data: jobs.data?.pages.flatMap((page) => page.items) };
  return (
    <SettingsSection title={say("jobs")} text={say("jobsText")}>
      <RowList query={query} empty={say("noJobs")}>
        {(job) => <JobRow key={job.id} job={job} />}
      </RowList>
      {jobs.hasNextPage && (
        <p className="text-center">
          <Button busy={jobs.isFetchingNextPage} onClick={() => void jobs.fetchNextPage()}>
            {say("loadMore")}
          </Button>
        </p>
      )}
    </SettingsSection>
  );
}
